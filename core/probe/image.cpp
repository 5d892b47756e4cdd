// SPDX-License-Identifier: MIT
#include "core/probe/image.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <archive.h>
#include <archive_entry.h>

#include <memory>

using namespace Qt::StringLiterals;

namespace core {

namespace {

constexpr auto epoch = "1970-01-01T00:00:00Z"_L1;
constexpr qsizetype tarOverhead = qsizetype(16) * 1024; // the headers and paddings of four files are less

struct FreeWriter
{
    void operator()(archive *writer) const { archive_write_free(writer); }
};
struct FreeEntry
{
    void operator()(archive_entry *entry) const { archive_entry_free(entry); }
};

la_ssize_t append(archive *, void *bytes, const void *more, size_t size)
{
    static_cast<QByteArray *>(bytes)->append(static_cast<const char *>(more), qsizetype(size));
    return la_ssize_t(size);
}

// A ustar archive that grows in memory. It carries no names and no times, so its bytes depend on what it
// holds and on nothing else.
class Tar
{
public:
    explicit Tar(qsizetype expected)
        : m_writer(archive_write_new())
    {
        m_bytes.reserve(expected + tarOverhead);
        archive_write_set_format_ustar(m_writer.get());
        archive_write_set_bytes_per_block(m_writer.get(), 0); // straight into m_bytes
        m_good = archive_write_open(m_writer.get(), &m_bytes, nullptr, append, nullptr) == ARCHIVE_OK;
    }
    Q_DISABLE_COPY_MOVE(Tar)

    void add(const QString &path, const QByteArray &content, int mode)
    {
        const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
        archive_entry_set_pathname(entry.get(), path.toUtf8().constData());
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), mode_t(mode));
        archive_entry_set_size(entry.get(), content.size());
        archive_entry_set_mtime(entry.get(), 0, 0);
        m_good = m_good && archive_write_header(m_writer.get(), entry.get()) == ARCHIVE_OK
            && archive_write_data(m_writer.get(), content.constData(), size_t(content.size()))
                == content.size();
    }

    Result<QByteArray> finish()
    {
        m_good = m_good && archive_write_close(m_writer.get()) == ARCHIVE_OK;
        if (!m_good)
            return failure(u"write the probe image"_s,
                           QString::fromUtf8(archive_error_string(m_writer.get())));
        return std::move(m_bytes);
    }

private:
    QByteArray m_bytes;
    std::unique_ptr<archive, FreeWriter> m_writer;
    bool m_good = false;
};

QByteArray configuration(const Payload &payload, const QMap<QString, QString> &labels)
{
    QJsonObject labelObject;
    for (auto label = labels.cbegin(); label != labels.cend(); ++label)
        labelObject.insert(label.key(), label.value());
    const QString diffId = u"sha256:"_s + QString::fromLatin1(payload.layerDigest);
    const QJsonObject object{
        {u"architecture"_s, payload.architecture},
        {u"os"_s, u"linux"_s},
        {u"created"_s, epoch},
        {u"config"_s, QJsonObject{{u"Labels"_s, labelObject}}},
        {u"rootfs"_s, QJsonObject{{u"type"_s, u"layers"_s}, {u"diff_ids"_s, QJsonArray{diffId}}}},
        {u"history"_s, QJsonArray{QJsonObject{{u"created"_s, epoch}, {u"created_by"_s, u"berth"_s}}}},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QByteArray manifest(const QString &tag)
{
    const QJsonObject image{
        {u"Config"_s, u"config.json"_s},
        {u"RepoTags"_s, QJsonArray{tag}},
        {u"Layers"_s, QJsonArray{u"layer.tar"_s}},
    };
    return QJsonDocument(QJsonArray{image}).toJson(QJsonDocument::Compact);
}

} // namespace

Result<QByteArray> imageLayer(const QByteArray &program, const QString &pathInImage)
{
    Q_ASSERT(pathInImage.startsWith(u'/'));
    Tar tar(program.size());
    tar.add(pathInImage.mid(1), program, 0755);
    return tar.finish();
}

Result<QByteArray> imageArchive(const Payload &payload, const QString &tag,
                                const QMap<QString, QString> &labels)
{
    Tar tar(payload.layer.size());
    tar.add(u"manifest.json"_s, manifest(tag), 0644);
    tar.add(u"config.json"_s, configuration(payload, labels), 0644);
    tar.add(u"layer.tar"_s, payload.layer, 0644);
    return tar.finish();
}

} // namespace core
