import * as account from './account.ts';
import * as application from './application.ts';
import * as auth from './auth.ts';
import * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import * as event from './event.ts';
import * as eventForm from './event-form.ts';
import * as gallery from './gallery.ts';
import * as galleryForm from './gallery-form.ts';
import * as post from './post.ts';
import * as postForm from './post-form.ts';
import * as program from './program.ts';
import * as programForm from './program-form.ts';
import * as trash from './trash.ts';
import * as userForm from './user-form.ts';
import * as writing from './writing.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'envelope' in value && value.envelope !== 'list';

/** The whole endpoint table by name: drives OpenAPI and the access tests. Pages import the single rows instead. */
export const ALL_ENDPOINTS: ReadonlyArray<readonly [name: string, row: Endpoint]> = [
  account,
  application,
  auth,
  dashboard,
  event,
  eventForm,
  gallery,
  galleryForm,
  post,
  postForm,
  program,
  programForm,
  trash,
  userForm,
  writing,
]
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
