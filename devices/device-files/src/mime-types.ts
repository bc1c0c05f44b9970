/** MIME types by file extension (AOSP MimeUtils, limited to types that a device without other apps can use). */
const byExtension = new Map(
  Object.entries({
    png: "image/png",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    webp: "image/webp",
    gif: "image/gif",
    bmp: "image/bmp",
    svg: "image/svg+xml",
    avif: "image/avif",
    txt: "text/plain",
    log: "text/plain",
    md: "text/markdown",
    csv: "text/csv",
    html: "text/html",
    htm: "text/html",
    css: "text/css",
    xml: "text/xml",
    json: "application/json",
    js: "text/javascript",
    mjs: "text/javascript",
    ts: "text/plain",
    py: "text/x-python",
    sh: "text/x-sh",
    yaml: "text/yaml",
    yml: "text/yaml",
    toml: "text/plain",
    ini: "text/plain",
    conf: "text/plain",
    prop: "text/plain",
    pdf: "application/pdf",
    zip: "application/zip",
    gz: "application/gzip",
    tar: "application/x-tar",
    apk: "application/vnd.android.package-archive",
    mp3: "audio/mpeg",
    ogg: "audio/ogg",
    wav: "audio/x-wav",
    flac: "audio/flac",
    mp4: "video/mp4",
    webm: "video/webm",
    mkv: "video/x-matroska",
    vcf: "text/x-vcard",
  }),
);

/** Returns the MIME type for a file name or path; undefined for unknown extensions. */
export function mimeTypeOf(path: string): string | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : byExtension.get(extension);
}
