import type { SiteConfig } from '@site/shared/contracts/site';
import { FooterSettingsSlot } from './footer-settings-slot.tsx';
import styles from './site-footer.module.css';
import { StaticPart } from './static-part.tsx';

export const SiteFooter = ({ site }: { readonly site: SiteConfig }) => (
  <footer className={styles.footer} data-ground="deep">
    <StaticPart name="footer" site={site} />
    <FooterSettingsSlot className={styles.settings} />
  </footer>
);
