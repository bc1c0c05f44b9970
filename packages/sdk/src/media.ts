import { createBoxAlbum, type MediaAlbum, updateBoxAlbum } from "@terrarium/contract/box-media";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/** Photos and videos, under the names that they have. */
type Media = readonly File[];

// Files go as parts of a form, which the contract's types tell as texts.
const asField = (media: Media | undefined): { media?: string } =>
  media === undefined ? {} : { media: media as unknown as string };

/** Photos and videos that are put on a box. */
export const mediaUploads = (http: HttpClient, boxId: string) => ({
  /** Makes an album, with media in it if there are any. */
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
