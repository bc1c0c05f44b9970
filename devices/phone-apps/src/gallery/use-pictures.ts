import { useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useCallback, useEffect, useState } from "react";
import { watchFolder } from "../watch-folder.ts";
import { listPictures, pictureFolders, type Picture } from "./pictures.ts";

/** At most so many folders are watched; pictures in others show when the app comes to the front. */
const watchedMax = 40;

/** The pictures as they are now; undefined until they are known. They are listed again whenever they change. */
export function usePictures(): { pictures: readonly Picture[] | undefined; refresh: () => void } {
  const { files, run } = useServices();
  const front = useSystem((state) => state.front === "com.terrarium.gallery");
  const [pictures, setPictures] = useState<readonly Picture[]>();
  const [folders, setFolders] = useState<string>(pictureFolders.join("\n"));
  const refresh = useCallback(() => {
    void listPictures(files).then((found) =>
      run(() => {
        setPictures(found.pictures);
        setFolders(found.folders.slice(0, watchedMax).join("\n"));
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
