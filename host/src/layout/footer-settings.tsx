import { useEffect } from 'react';
import { removeOldDraft } from '../features/offline/old-draft.ts';
import { SavePage } from '../features/offline/save-page.tsx';
import { DisplaySettings } from './display-settings.tsx';

export const FooterSettings = () => {
  useEffect(removeOldDraft, []);
  return (
    <>
      <DisplaySettings />
      <SavePage />
    </>
  );
};
