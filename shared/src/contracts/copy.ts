import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** Copies a document with its image into a draft, which belongs to the caller. Who may write the kind may copy every document of it that they see. */
export const copyDocument = endpoint({
  method: 'POST',
  path: '/copies/:kind/:id',
  access: 'staff',
  envelope: 'data',
  response: v.object({ _id: v.string() }),
  status: 201,
});
