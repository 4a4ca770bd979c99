import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (dataTransfer: DataTransfer | null): dataTransfer is DataTransfer => dataTransfer?.types.includes('Files') === true;

/** Whether the page should handle the event. Fields that accept files call `preventDefault`, and dialogs do not accept files. */
const isForPage = (event: Event): boolean => !event.defaultPrevented && document.querySelector('dialog[open]') === null;

/**
 * Calls `onFiles` with files that are pasted or dropped anywhere on the page. Returns true while files are dragged over the page. Also prevents the browser
 * from navigating to a dropped image.
 */
export const useDroppedFiles = (onFiles: (files: FileList) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const choose = useEffectEvent(onFiles);

  useEffect(() => {
    const handleDragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      setIsOver(isForPage(event));
      event.preventDefault();
    };
    const handleDragLeave = (event: DragEvent) => {
      // `relatedTarget` is null only when the pointer leaves the window.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const handleDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      if (isForPage(event)) choose(event.dataTransfer.files);
      event.preventDefault();
    };
    const handlePaste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (files === undefined || files.length === 0 || !isForPage(event)) return;
      event.preventDefault();
      choose(files);
    };
    window.addEventListener('dragover', handleDragOver);
    window.addEventListener('dragleave', handleDragLeave);
    window.addEventListener('drop', handleDrop);
    window.addEventListener('paste', handlePaste);
    return () => {
      window.removeEventListener('dragover', handleDragOver);
      window.removeEventListener('dragleave', handleDragLeave);
      window.removeEventListener('drop', handleDrop);
      window.removeEventListener('paste', handlePaste);
    };
  }, []);

  return isOver;
};
