import type { SiteConfig } from '@site/shared/contracts/site';
import type { ReactNode } from 'react';
import { ContactLines } from './contact-lines.tsx';
import { FooterContent } from './footer-content.tsx';
import { HelpPanel } from './help-panel.tsx';
import { MenuHelp } from './menu-help.tsx';
import type { PartName } from './static-part.tsx';

/** Parts of the shell that only the server renders, unless the page started without them (`static-part.tsx`). */
export const createShellParts = (site: SiteConfig): Readonly<Record<PartName, ReactNode>> => ({
  contact: <ContactLines site={site} />,
  footer: <FooterContent site={site} />,
  help: <HelpPanel site={site} />,
  menu: <MenuHelp site={site} />,
});
