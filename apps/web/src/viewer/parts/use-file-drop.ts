import { type DragEvent, useState } from "react";

/**
 * Returns event handlers of a drop target, and whether files are dragged over it. `folders` contains dropped folders,
 * which the browser passes as unreadable files.
 */
export function useFileDrop(onFiles: (files: File[], folders: ReadonlySet<File>) => void) {
  /** The browser reports entering a child before leaving its parent, so a counter cancels the two. */
  const [depth, setDepth] = useState(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const dragEvents = {
    onDragEnter: (event: DragEvent) => {
      if (hasFiles(event)) setDepth((n) => n + 1);
    },
    onDragLeave: (event: DragEvent) => {
      if (hasFiles(event)) setDepth((n) => Math.max(0, n - 1));
    },
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDepth(0);
      const files: File[] = [];
      const folders = new Set<File>();
      for (const item of event.dataTransfer.items) {
        const file = item.getAsFile();
        if (file === null) continue;
        files.push(file);
        if (item.webkitGetAsEntry()?.isDirectory === true) folders.add(file);
      }
      onFiles(files, folders);
    },
  };
  return { isDragging: depth > 0, dragEvents };
}
