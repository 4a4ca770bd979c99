import type { Application } from '@site/shared/contracts/application';
import { toCsv } from '../listing/csv.ts';

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
  'Age',
  'Guardian',
  'Privacy notice',
  'Read',
] as const;

/** The applications as a table for spreadsheets, in the order given. */
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
      each.ageBand,
      each.guardianContact,
      each.consentVersion,
      each.readAt ?? '',
    ]),
  ]);
