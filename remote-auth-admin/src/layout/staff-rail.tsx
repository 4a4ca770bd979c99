import type { SiteConfig } from '@site/shared/contracts/site';
import type { Role } from '@site/shared/domain/roles';
import { NavLink } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { menuIcon, outIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { LogoMark } from '@site/shared/ui/logo-mark';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useState } from 'react';
import { useStore } from 'zustand/react';
import type { BadgeStore } from './badge-counts.ts';
import { AREAS_BY_ROLE, COMMON_AREAS, getAreas, type StaffArea } from './staff-navigation.ts';
import styles from './staff-rail.module.css';

const Pill = ({ count, one, many }: { readonly count: number; readonly one: string; readonly many: string }) =>
  count === 0 ? null : (
    <span className={styles.pill}>
      {count}
      <VisuallyHidden> {count === 1 ? one : many}</VisuallyHidden>
    </span>
  );

interface StaffRailProps {
  readonly site: SiteConfig;
  /** Undefined until the role is known. Until then, the rail shows the areas that every role can open, and placeholders for the others. */
  readonly role?: Role;
  readonly badges: BadgeStore;
}

/** Navigation of the staff area: a rail on the left, reduced to icons on tablets. On phones, it is a bar at the bottom, with "More" for the other areas. */
export const StaffRail = ({ site, role, badges }: StaffRailProps) => {
  const counts = useStore(badges);
  const [isExpanded, setIsExpanded] = useState(false);
  const areaLink = ({ path, name, icon, badge }: StaffArea) => (
    <li key={path} className={styles.item}>
      <NavLink to={path} className={styles.area ?? ''} title={name} onClick={() => setIsExpanded(false)}>
        <Icon shape={icon} />
        <span className={styles.label}>{name}</span>
        {badge !== undefined && <Pill count={counts[badge.count]} one={badge.one} many={badge.many} />}
      </NavLink>
    </li>
  );
  return (
    <nav className={styles.rail} aria-label="Staff area" data-ground="deep">
      <PatternBackground strength="menu" />
      <p className={styles.name}>
        <LogoMark className={styles.mark} />
        <span className={styles.text}>
          {site.logoName} <span className={styles.suffix}>{site.logoSuffix}</span>
        </span>
      </p>
      <ul id="staff-areas" className={styles.areas} data-more={isExpanded || undefined}>
        {(role === undefined ? COMMON_AREAS : getAreas(role)).map(areaLink)}
        {role === undefined && AREAS_BY_ROLE.map(({ path }) => <li key={path} className={styles.pending} aria-hidden="true" />)}
        <li className={styles.last}>
          <PlainLink to={site.staffUrl === undefined ? '/' : site.siteUrl} className={styles.area}>
            <Icon shape={outIcon} />
            <span className={styles.label}>View site</span>
          </PlainLink>
        </li>
      </ul>
      <button
        type="button"
        className={styles.more}
        disabled={role === undefined}
        aria-expanded={isExpanded}
        aria-controls="staff-areas"
        onClick={() => setIsExpanded(!isExpanded)}
      >
        <Icon shape={menuIcon} />
        <span className={styles.label}>More</span>
      </button>
    </nav>
  );
};
