import { useEffect } from 'react';
import { removeOldDraft } from '../offline/old-draft.ts';
import { SavePage } from '../offline/save-page.tsx';
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
