import { useEffect } from 'react';
import { removeOldDraft } from '../offline/old-draft.ts';
import { SavePage } from '../offline/save-page.tsx';
import { DisplaySettings } from './display-settings.tsx';

/** Settings that a visitor chooses for this device. */
export const FooterSettings = () => {
  useEffect(removeOldDraft, []);
  return (
    <>
      <DisplaySettings />
      <SavePage />
    </>
  );
};
