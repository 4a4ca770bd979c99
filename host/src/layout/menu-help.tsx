import type { SiteConfig } from '@site/shared/contracts/site';
import { nameEmergencyCall } from '@site/shared/domain/emergency';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { Icon } from '@site/shared/ui/icon';
import { chatIcon } from '@site/shared/ui/icon-shapes';
import { getHelplineFacts } from '../features/help/helplines.ts';
import styles from './mobile-menu.module.css';
import { WaysIn } from './ways-in.tsx';

export const MenuHelp = ({
  site: {
    emergencyTelephone,
    helplines: [helpline],
  },
}: {
  readonly site: SiteConfig;
}) => (
  <>
    <div className={styles.help}>
      <Icon shape={chatIcon} />
      <div>
        {helpline !== undefined && (
          <p>
            <b>Need to talk?</b>
            {` ${['Private', ...getHelplineFacts(helpline)].join(' · ')}`}
            <br />
            <a className={styles.call} href={telephoneHref(helpline.telephone)}>
              {`Call ${helpline.telephone}`}
            </a>
          </p>
        )}
        {emergencyTelephone !== undefined && (
          <a className={styles.call} href={telephoneHref(emergencyTelephone)}>
            {nameEmergencyCall(emergencyTelephone)}
          </a>
        )}
      </div>
    </div>
    <WaysIn id="menu-ways-in" className={styles.ways} headingClass={styles.group} linkClass={styles.small} />
  </>
);
