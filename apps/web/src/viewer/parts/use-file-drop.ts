import { type DragEvent, useState } from "react";

/** Whether files are dragged over an element that has these events, and what is done with those that are dropped. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  /** Entering a child comes before leaving its parent: counted, the two cancel out. */
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
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isDragging: depth > 0, dragEvents };
}
