import type { Application } from '@site/shared/contracts/application';
import { toCsv } from '../listing/csv.ts';
import { KIND_NAMES } from './kind.ts';
import { getStage, STAGE_NAMES } from './stage.tsx';

const COLUMNS = [
  'Received',
  'Name',
  'Email',
  'Phone',
  'Qualification',
  'Location',
  'Skills',
  'Interests',
  'Motivation',
  'Read',
  'Age',
  'Guardian',
  'Privacy notice',
  'Stage',
  'Assigned to',
  'Kind',
  'School',
  'Role',
  'Pupils',
  'Preferred weeks',
  'Message',
] as const;

/** Converts applications to CSV for spreadsheets, in the given order. */
export const toApplicationsCsv = (applications: readonly Application[]): string =>
  toCsv([
    COLUMNS,
    ...applications.map((each) => [
      each.createdAt ?? '',
      each.name,
      each.email,
      each.phone,
      each.qualification,
      each.location,
      each.skills,
      each.interests,
      each.motivation,
      each.readAt ?? '',
      each.ageBand,
      each.guardianContact,
      each.consentVersion,
      STAGE_NAMES[getStage(each)],
      each.assignee?.name ?? '',
      KIND_NAMES[each.kind],
      each.school,
      each.role,
      each.pupils,
      each.weeks,
      each.message,
    ]),
  ]);
