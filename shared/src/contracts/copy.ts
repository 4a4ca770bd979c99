import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** Copies a document and its image into a draft that belongs to the caller. Users who may write this kind may copy any document of it that they can see. */
export const copyDocument = endpoint({
  method: 'POST',
  path: '/copies/:kind/:id',
  access: 'staff',
  envelope: 'data',
  response: v.object({ _id: v.string() }),
  status: 201,
});
