import { useEffect, useRef } from 'react';

export interface EditorKeys {
  readonly onSave: () => void;
  readonly onPublish: () => void;
}

/** Ctrl or ⌘ with S saves, with Enter publishes, wherever the focus stands in the editor. */
export const useEditorKeys = (keys: EditorKeys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || document.querySelector('dialog[open]') !== null) return;
      const act = event.key.toLowerCase() === 's' ? latest.current.onSave : event.key === 'Enter' ? latest.current.onPublish : undefined;
      if (act === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // Before the rich text field, which knows Ctrl+Enter as a line break.
    window.addEventListener('keydown', handleKey, true);
    return () => window.removeEventListener('keydown', handleKey, true);
  }, []);
};
