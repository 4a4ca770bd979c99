import type { SiteConfig } from '@site/shared/contracts/site';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { classNames } from '@site/shared/ui/class-names';
import { Icon } from '@site/shared/ui/icon';
import { mailIcon, phoneIcon, pinIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { Logo } from './logo.tsx';
import styles from './site-footer.module.css';
import { getExploreLinks, LEGAL_LINKS } from './site-links.ts';
import { WaysIn } from './ways-in.tsx';

/**
 * CSS class that shows a social network's logo from the shared image; the first logo needs no class. The image is in the stylesheet, which is not part of the
 * first HTML.
 */
const NETWORK_MARKS: Readonly<Record<SiteConfig['socialLinks'][number]['network'], string | undefined>> = {
  Facebook: undefined,
  Instagram: styles.instagram,
  X: styles.x,
  YouTube: styles.youtube,
};

const Contact = ({ site }: { readonly site: SiteConfig }) => (
  <div>
    <Logo site={site} />
    <p className={styles.mission}>Young people helping each other stay free from drug harm, with honest facts, reliable mentors and real work.</p>
    <ul>
      <li className={styles.line}>
        <Icon shape={phoneIcon} />
        Office:
        <a className={styles.line} href={telephoneHref(site.telephone)}>
          {site.telephone}
        </a>
      </li>
      <li>
        <a className={styles.line} href={`mailto:${site.email}`}>
          <Icon shape={mailIcon} />
          {site.email}
        </a>
      </li>
      <li className={styles.line}>
        <Icon shape={pinIcon} />
        {`Address: ${site.office}`}
      </li>
    </ul>
    <ul className={styles.social} aria-label="Social networks">
      {site.socialLinks.map(({ network, url }) => (
        <li key={network}>
          <PlainLink href={url} newTab label={network} className={styles.network}>
            <span className={classNames(styles.mark, NETWORK_MARKS[network])} />
          </PlainLink>
        </li>
      ))}
    </ul>
  </div>
);

const JoinIn = ({ site }: { readonly site: SiteConfig }) => (
  <nav aria-labelledby="footer-join-in">
    <h2 className={styles.group} id="footer-join-in">
      Join in
    </h2>
    <ul>
      <li>
        <PlainLink to="/about" className={styles.line}>
          About Us
        </PlainLink>
      </li>
      <li>
        <PlainLink to="/volunteer" className={styles.line}>
          Get Involved
        </PlainLink>
      </li>
      <li>
        <PlainLink href={site.donateUrl} newTab className={styles.line}>
          Donate
        </PlainLink>
      </li>
      <li>
        <PlainLink href={`mailto:${site.email}`} className={styles.line}>
          Contact Us
        </PlainLink>
      </li>
    </ul>
  </nav>
);

const Explore = ({ site }: { readonly site: SiteConfig }) => (
  <nav aria-labelledby="footer-explore">
    <h2 className={styles.group} id="footer-explore">
      Explore
    </h2>
    <ul>
      {getExploreLinks(site).map(({ label, to }) => (
        <li key={to}>
          <PlainLink to={to} className={styles.line}>
            {label}
          </PlainLink>
        </li>
      ))}
    </ul>
  </nav>
);

const Hubs = ({ site }: { readonly site: SiteConfig }) => (
  <div>
    <h2 className={styles.group} id="footer-hubs">
      Hubs
    </h2>
    <ul aria-labelledby="footer-hubs">
      {site.hubs.map(({ name, location }) => (
        <li key={name} className={styles.hub}>
          {`${name} `}
          <span className={styles.location}>{location}</span>
        </li>
      ))}
    </ul>
  </div>
);

/** Contact, ways to get involved, other pages and hubs (SHELL-05 to SHELL-09), followed by the legal pages. */
export const FooterContent = ({ site }: { readonly site: SiteConfig }) => (
  <>
    <PatternBackground strength="footer" />
    <div className={styles.wrap}>
      <div className={styles.columns}>
        <Contact site={site} />
        <JoinIn site={site} />
        <Explore site={site} />
        <WaysIn id="footer-ways-in" className={styles.ways} headingClass={styles.group} linkClass={styles.line} />
        <Hubs site={site} />
      </div>
      <div className={styles.base}>
        <p>{`© ${new Date().getFullYear()} ${site.organisationName}`}</p>
        <p>All pictures on this page are illustrations.</p>
        {site.registration && <p>{`Registered: ${site.registration.number}`}</p>}
      </div>
      <div className={styles.legal}>
        {LEGAL_LINKS.map(({ label, to }) => (
          <PlainLink key={to} to={to} className={styles.line}>
            {label}
          </PlainLink>
        ))}
        {/* For visitors who already save data, the server changes the label and the value (document.ts). */}
        <form method="post">
          <button type="submit" name="data-saver" value="on" className={styles.line}>
            Use less data
          </button>
        </form>
      </div>
    </div>
  </>
);
