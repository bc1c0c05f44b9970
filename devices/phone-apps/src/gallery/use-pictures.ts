import { useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useCallback, useEffect, useState } from "react";
import { watchFolder } from "../watch-folder.ts";
import { listPictures, PICTURE_FOLDERS, type Picture } from "./pictures.ts";

/** Largest number of watched folders. Pictures in other folders show when the app comes to the front. */
const WATCHED_MAX = 40;

/** Returns the current pictures, or undefined until they are known. Lists them again on every change. */
export function usePictures(): { pictures: readonly Picture[] | undefined; refresh: () => void } {
  const { files, run } = useServices();
  const front = useSystem((state) => state.front === "com.terrarium.gallery");
  const [pictures, setPictures] = useState<readonly Picture[]>();
  const [folders, setFolders] = useState<string>(PICTURE_FOLDERS.join("\n"));
  const refresh = useCallback(() => {
    void listPictures(files).then((found) =>
      run(() => {
        setPictures(found.pictures);
        setFolders(found.folders.slice(0, WATCHED_MAX).join("\n"));
      }),
    );
  }, [files, run]);
  useEffect(() => {
    if (!front) return undefined;
    refresh();
    const stops = folders.split("\n").map((folder) => watchFolder(files, folder, refresh));
    return () => {
      for (const stop of stops) stop();
    };
  }, [files, folders, front, refresh]);
  return { pictures, refresh };
}
