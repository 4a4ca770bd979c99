import { useEffect, useEffectEvent, useState } from 'react';

const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer => transfer?.types.includes('Files') === true;

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
    const hover = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      setIsOver(isForPage(event));
      event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      // `relatedTarget` is null only when the pointer leaves the window.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!holdsFiles(event.dataTransfer)) return;
      if (isForPage(event)) choose(event.dataTransfer.files);
      event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (files === undefined || files.length === 0 || !isForPage(event)) return;
      event.preventDefault();
      choose(files);
    };
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);

  return isOver;
};
