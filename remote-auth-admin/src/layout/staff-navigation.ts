import { hasRole, type Role } from '@site/shared/domain/roles';
import {
  calendarIcon,
  clockIcon,
  copyIcon,
  documentIcon,
  downloadIcon,
  eyeOffIcon,
  flagIcon,
  gridIcon,
  type IconShape,
  imageIcon,
  inboxIcon,
  layersIcon,
  linkIcon,
  redoIcon,
  trashIcon,
  usersIcon,
} from '@site/shared/ui/icon-shapes';
import type { BadgeCounts } from './badge-counts.ts';

export interface StaffArea {
  readonly path: string;
  readonly name: string;
  readonly icon: IconShape;
  /** The lowest role that has access (NS-08). */
  readonly from: Role;
  readonly badge?: { readonly count: keyof BadgeCounts; readonly one: string; readonly many: string };
  /** Second key of the shortcut: `g`, then this letter. */
  readonly key: string;
}

const AREAS: readonly StaffArea[] = [
  { path: '/admin/dashboard', name: 'Dashboard', icon: gridIcon, from: 'contributor', key: 'd' },
  { path: '/admin/posts', name: 'News', icon: documentIcon, from: 'contributor', badge: { count: 'drafts', one: 'draft', many: 'drafts' }, key: 'n' },
  { path: '/admin/events', name: 'Events', icon: calendarIcon, from: 'contributor', key: 'e' },
  { path: '/admin/gallery', name: 'Gallery', icon: imageIcon, from: 'contributor', key: 'm' },
  { path: '/admin/media', name: 'Media library', icon: copyIcon, from: 'contributor', key: 'i' },
  { path: '/admin/programs', name: 'Programs', icon: flagIcon, from: 'editor', key: 'p' },
  { path: '/admin/applications', name: 'Applications', icon: inboxIcon, from: 'editor', badge: { count: 'applications', one: 'new', many: 'new' }, key: 'v' },
  { path: '/admin/users', name: 'Users', icon: usersIcon, from: 'admin', key: 'u' },
  { path: '/admin/site-parts', name: 'Website health', icon: layersIcon, from: 'admin', key: 's' },
  { path: '/admin/audit', name: 'Activity log', icon: clockIcon, from: 'admin', key: 'a' },
  { path: '/admin/personal-data', name: 'Personal data', icon: eyeOffIcon, from: 'admin', key: 'y' },
  { path: '/admin/links', name: 'External links', icon: linkIcon, from: 'editor', key: 'l' },
  { path: '/admin/redirects', name: 'Redirects', icon: redoIcon, from: 'editor', key: 'o' },
  { path: '/admin/transfer', name: 'Import and export', icon: downloadIcon, from: 'admin', key: 'x' },
  { path: '/admin/trash', name: 'Trash', icon: trashIcon, from: 'contributor', key: 't' },
];

/** Returns the icon of the screen at a path. */
export const getAreaIcon = (path: string): IconShape => AREAS.find((area) => area.path === path)?.icon ?? documentIcon;

/** Index of the first area that some roles may not open. All roles see the preceding areas in the same order. */
const FIRST_AREA_BY_ROLE = AREAS.findIndex(({ from }) => from !== 'contributor');
export const COMMON_AREAS = AREAS.slice(0, FIRST_AREA_BY_ROLE);
export const AREAS_BY_ROLE = AREAS.slice(FIRST_AREA_BY_ROLE);

/** Returns the areas that a role may open. The provider rejects calls for other areas anyway. */
export const getAreas = (role: Role): readonly StaffArea[] => AREAS.filter(({ from }) => hasRole(role, from));

const ROLE_NAMES: Readonly<Record<Role, string>> = { contributor: 'Contributor', editor: 'Editor', admin: 'Administrator' };

export const roleName = (role: Role): string => ROLE_NAMES[role];
