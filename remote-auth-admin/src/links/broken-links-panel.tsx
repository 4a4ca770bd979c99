import type { VersionKind } from '@site/shared/domain/kinds';
import type { HostServices } from '@site/shared/remote/host-services';
import { useEffect, useState } from 'react';
import { SidePanel } from '../layout/side-panel.tsx';
import styles from './broken-links-panel.module.css';
import { checkTextLinks, type DeadLink } from './check-text-links.ts';

interface BrokenLinksPanelProps {
  readonly services: Pick<HostServices, 'http' | 'site'>;
  readonly kind: VersionKind;
  /** The saved text. The panel checks it after every save. */
  readonly content: string;
}

const NO_LINKS: readonly DeadLink[] = [];

/** Lists the broken links in the saved text, if there are any. */
export const BrokenLinksPanel = ({ services: { http, site }, kind, content }: BrokenLinksPanelProps) => {
  const [broken, setBroken] = useState(NO_LINKS);
  useEffect(() => {
    const controller = new AbortController();
    const check = async () => {
      const deadLinks = await checkTextLinks({ http, site }, { kind, content, signal: controller.signal });
      if (deadLinks !== null && !controller.signal.aborted) setBroken(deadLinks.length === 0 ? NO_LINKS : deadLinks);
    };
    void check();
    return () => controller.abort();
  }, [http, site, kind, content]);

  return (
    <div role="status" className={styles.status}>
      {broken.length > 0 && (
        <SidePanel title={broken.length === 1 ? '1 broken link' : `${broken.length} broken links`}>
          <ul className={styles.links}>
            {broken.map((link) => (
              <li key={link.href}>
                <b className={styles.text}>{link.text || link.href}</b>
                <span className={styles.address}>{link.href}</span>
                <span>{link.reason}</span>
              </li>
            ))}
          </ul>
        </SidePanel>
      )}
    </div>
  );
};
