import * as account from './account.ts';
import * as address from './address.ts';
import * as application from './application.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as copy from './copy.ts';
import * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import * as event from './event.ts';
import * as eventSeries from './event-series.ts';
import * as externalLink from './external-link.ts';
import * as gallery from './gallery.ts';
import * as link from './link.ts';
import * as media from './media.ts';
import * as post from './post.ts';
import * as presence from './presence.ts';
import * as privacy from './privacy.ts';
import * as program from './program.ts';
import * as redirect from './redirect.ts';
import * as review from './review.ts';
import * as search from './search.ts';
import * as secondFactor from './second-factor.ts';
import * as transfer from './transfer.ts';
import * as trash from './trash.ts';
import * as user from './user.ts';
import * as version from './version.ts';
import * as writing from './writing.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'envelope' in value && value.envelope !== 'page';

const CONTRACT_MODULES = [
  account,
  address,
  application,
  audit,
  auth,
  copy,
  dashboard,
  event,
  eventSeries,
  externalLink,
  gallery,
  link,
  media,
  post,
  presence,
  privacy,
  program,
  redirect,
  review,
  search,
  secondFactor,
  transfer,
  trash,
  user,
  version,
  writing,
] as const;

type RowName<Module> = Module extends unknown ? { [Name in keyof Module]: Module[Name] extends Endpoint ? Name : never }[keyof Module] : never;
/** Name of an endpoint in the table. The table has no `'page'` rows, whose names end in `Page`. */
export type EndpointName = Exclude<RowName<(typeof CONTRACT_MODULES)[number]>, `${string}Page`>;

/** Complete endpoint table by name, for the OpenAPI document and the access tests. Pages import single rows instead. */
export const ALL_ENDPOINTS: ReadonlyArray<readonly [name: EndpointName, row: Endpoint]> = CONTRACT_MODULES.flatMap((module) => Object.entries(module)).filter(
  (entry): entry is [EndpointName, Endpoint] => isEndpoint(entry[1]),
);
