import type { SiteConfig } from '@site/shared/contracts/site';
import { KINDS, VERSION_KINDS } from '@site/shared/domain/kinds';
import { useLocation } from '@site/shared/router';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import type { BadgeStore } from './badge-counts.ts';
import progress from './progress-bar.module.css';
import { ScreenHeader } from './screen-header.tsx';
import frame from './staff-layout.module.css';
import { AreaName } from './staff-layout.tsx';
import { AREAS_BY_ROLE, COMMON_AREAS } from './staff-navigation.ts';
import { StaffRail } from './staff-rail.tsx';
import styles from './staff-skeleton.module.css';

/** `panels` covers all other screens. */
type ScreenKind = 'dashboard' | 'list' | 'tiles' | 'editor' | 'panels';

const SCREEN_KINDS: Readonly<Record<string, ScreenKind>> = {
  dashboard: 'dashboard',
  gallery: 'tiles',
  media: 'tiles',
  'personal-data': 'panels',
  profile: 'panels',
  'site-parts': 'panels',
  transfer: 'panels',
};

const ALL_AREAS = [...COMMON_AREAS, ...AREAS_BY_ROLE];

/** Paths whose child screens edit one document. */
const EDITOR_PATHS = VERSION_KINDS.map((kind): string => KINDS[kind].path);

/** Returns the kind of screen at a path, and whether its heading is the page's title. */
const findScreen = (pathname: string): { readonly kind: ScreenKind; readonly hasTitle: boolean } => {
  const [, , area = '', item, part] = pathname.split('/');
  if (item === undefined || area === 'profile') return { kind: SCREEN_KINDS[area] ?? 'list', hasTitle: area !== 'dashboard' };
  return { kind: EDITOR_PATHS.includes(area) && part === undefined ? 'editor' : 'panels', hasTitle: false };
};

const Boxes = ({ count, className }: { readonly count: number; readonly className: string | undefined }) =>
  Array.from({ length: count }, (_, position) => position + 1).map((position) => <div key={position} className={className} />);

const TOOLS = (
  <div className={styles.tools}>
    <div className={styles.search} />
    <div className={styles.filters} />
  </div>
);

const CONTENTS = {
  dashboard: (
    <>
      <div className={styles.counts}>
        <Boxes count={4} className={styles.count} />
      </div>
      <div className={styles.halves}>
        <Boxes count={2} className={styles.panel} />
      </div>
    </>
  ),
  list: (
    <>
      {TOOLS}
      <div className={styles.rows}>
        <Boxes count={9} className={styles.row} />
      </div>
    </>
  ),
  tiles: (
    <>
      {TOOLS}
      <div className={styles.tiles}>
        <Boxes count={12} className={styles.tile} />
      </div>
    </>
  ),
  editor: (
    <div className={styles.document}>
      <div className={styles.page} />
      <div className={styles.panel} />
    </div>
  ),
  panels: <Boxes count={2} className={styles.panel} />,
} satisfies Record<ScreenKind, unknown>;

/** Number of buttons in the header of each kind of screen. */
const ACTIONS: Readonly<Partial<Record<ScreenKind, number>>> = { dashboard: 3, list: 1, tiles: 1 };

const Header = ({ kind, title }: { readonly kind: ScreenKind; readonly title: string }) => {
  const actions = <Boxes count={ACTIONS[kind] ?? 0} className={styles.action} />;
  if (title !== '') return <ScreenHeader title={title} action={actions} />;
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <div className={styles.title} />
        {kind === 'dashboard' && <div className={styles.lead} />}
      </div>
      {actions}
    </div>
  );
};

interface StaffSkeletonProps {
  readonly site: SiteConfig;
  readonly badges: BadgeStore;
  /** Title of the page. */
  readonly title?: string;
}

/** Shows the staff area before the session is known: the areas that every role can open, and placeholders for the other content. */
export const StaffSkeleton = ({ site, badges, title = '' }: StaffSkeletonProps) => {
  const { kind, hasTitle } = findScreen(useLocation().pathname);
  return (
    <div className={frame.app}>
      <div className={progress.bar} aria-hidden="true" />
      <StaffRail site={site} badges={badges} />
      <div className={frame.column}>
        <div className={frame.bar}>
          <AreaName areas={ALL_AREAS} />
          <div className={styles.user} />
          <div className={styles.button} />
        </div>
        <div className={frame.screen} aria-busy="true">
          <div role="status">
            <VisuallyHidden>Loading the page</VisuallyHidden>
          </div>
          <div className={styles.screen} aria-hidden="true">
            <Header kind={kind} title={hasTitle ? title : ''} />
            {CONTENTS[kind]}
          </div>
        </div>
      </div>
    </div>
  );
};
