import { createBoxAlbum, type MediaAlbum, updateBoxAlbum } from "@terrarium/contract/box-media";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/** Photos and videos, stored under their file names. */
type Media = readonly File[];

// Files are parts of a form. The contract's types declare them as strings.
const asField = (media: Media | undefined): { media?: string } =>
  media === undefined ? {} : { media: media as unknown as string };

/** Uploads photos and videos to a box. */
export const mediaUploads = (http: HttpClient, boxId: string) => ({
  /** Creates an album, optionally with media. */
  createAlbum({ name, media }: { name: string; media?: Media }, options: CallOptions = {}): Promise<MediaAlbum> {
    return http.call(createBoxAlbum, { params: { boxId }, body: { name, ...asField(media) }, ...options });
  },

  /** Adds media to an album. */
  updateAlbum(
    { albumName, media }: { albumName: string; media: Media },
    options: CallOptions = {},
  ): Promise<MediaAlbum> {
    return http.call(updateBoxAlbum, { params: { boxId, albumName }, body: asField(media), ...options });
  },
});
