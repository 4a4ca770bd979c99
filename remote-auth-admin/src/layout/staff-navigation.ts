import type { Role } from '@site/shared/contracts/user';
import { ROLES } from '@site/shared/contracts/user';
import { calendarIcon, gridIcon, type IconShape, inboxIcon, usersIcon } from '@site/shared/ui/icon-shapes';

export interface StaffArea {
  readonly path: string;
  readonly name: string;
  readonly icon: IconShape;
  /** The weakest role that may enter (NS-08). */
  readonly from: Role;
}

const AREAS: readonly StaffArea[] = [
  { path: '/admin/dashboard', name: 'Dashboard', icon: gridIcon, from: 'contributor' },
  { path: '/admin/events', name: 'Events', icon: calendarIcon, from: 'contributor' },
  { path: '/admin/applications', name: 'Volunteers', icon: inboxIcon, from: 'editor' },
  { path: '/admin/users', name: 'Users', icon: usersIcon, from: 'admin' },
];

/** Roles are listed weakest first. */
export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** The areas that a role may enter; the provider refuses the others anyway. */
export const areasFor = (role: Role): readonly StaffArea[] => AREAS.filter(({ from }) => hasRole(role, from));

const ROLE_NAMES: Readonly<Record<Role, string>> = { contributor: 'Contributor', editor: 'Editor', admin: 'Administrator' };

export const roleName = (role: Role): string => ROLE_NAMES[role];
