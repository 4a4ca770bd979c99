import { SavePage } from '../offline/save-page.tsx';
import { DisplaySettings } from './display-settings.tsx';

/** What a visitor decides for this device. */
export const FooterSettings = () => (
  <>
    <DisplaySettings />
    <SavePage />
  </>
);
