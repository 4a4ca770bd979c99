import type { SiteConfig } from '@site/shared/contracts/site';
import { EMERGENCY_SITUATION, NO_ANSWER, nameEmergencyCall } from '@site/shared/domain/emergency';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { whatsAppHref } from '@site/shared/domain/whatsapp-href';
import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { chatIcon, closeIcon, phoneIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { EXIT_URL, HELP_CLOSED, HELP_ID } from '../features/help/help-links.ts';
import { getHelplineFacts, type Helpline } from '../features/help/helplines.ts';
import styles from './help-panel.module.css';
import { markAsButton } from './panels.ts';

const TITLE_ID = 'help-title';

const HelplineFacts = ({ helpline }: { readonly helpline: Helpline }) => {
  const facts = getHelplineFacts(helpline);
  return (
    facts.length > 0 && (
      <ul aria-label="About this line" className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact} className={styles.fact}>
            {fact}
          </li>
        ))}
      </ul>
    )
  );
};

/**
 * Panel with the helplines and the quick exit (NS-02). Without script, the URL's fragment opens the panel in every browser. `panels.ts` adds Escape and focus
 * handling, and `quick-exit.inline.ts` adds an exit from which "Back" does not return.
 */
export const HelpPanel = ({ site }: { readonly site: SiteConfig }) => (
  <div id={HELP_ID} role="dialog" aria-modal="true" aria-labelledby={TITLE_ID} tabIndex={-1} className={styles.panel}>
    {/* biome-ignore lint/a11y/useAnchorContent: for pointers only; the button in the card is for everyone. */}
    <a href={`#${HELP_CLOSED}`} className={styles.scrim} tabIndex={-1} aria-hidden="true">
      {' '}
    </a>
    <div className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title} id={TITLE_ID}>
          Need to talk?
        </h2>
        <a ref={markAsButton} href={`#${HELP_CLOSED}`} className={styles.close} aria-label="Close">
          <Icon shape={closeIcon} />
        </a>
      </div>
      <p>Whatever it is, you will not be judged. What you say stays private, unless someone is in danger.</p>
      <ul className={styles.lines}>
        {site.emergencyTelephone !== undefined && (
          <li className={styles.helpline}>
            <a className={styles.call} href={telephoneHref(site.emergencyTelephone)}>
              <Icon shape={phoneIcon} />
              {nameEmergencyCall(site.emergencyTelephone)}
            </a>
            <p className={styles.note}>{`If ${EMERGENCY_SITUATION}. ${NO_ANSWER}`}</p>
          </li>
        )}
        {site.helplines.map((helpline) => (
          <li key={helpline.telephone} className={styles.helpline}>
            <a className={styles.call} href={telephoneHref(helpline.telephone)}>
              <Icon shape={phoneIcon} />
              {`Call ${helpline.telephone}`}
            </a>
            <p className={styles.note}>{helpline.note === '' ? helpline.name : `${helpline.name}. ${helpline.note}`}</p>
            <HelplineFacts helpline={helpline} />
          </li>
        ))}
        <li className={styles.helpline}>
          <PlainLink className={styles.call} href="/help">
            <Icon shape={rightIcon} />
            Get help: what to do now
          </PlainLink>
        </li>
        <li className={styles.helpline}>
          <PlainLink className={styles.call} href={whatsAppHref(site.telephone)} newTab>
            <Icon shape={chatIcon} />
            Write on WhatsApp
          </PlainLink>
          <p className={styles.note}>{`Office of ${site.organisationName}. They will see your number and name`}</p>
        </li>
      </ul>
      <div className={styles.exit}>
        <ButtonLink href={EXIT_URL} variant="danger" wide>
          Exit this page
        </ButtonLink>
        <p className={styles.touchHint}>One tap leaves this page. “Back” will not bring you here again.</p>
        <p className={styles.keyHint}>Or press the Shift key three times.</p>
      </div>
    </div>
  </div>
);
