import * as v from 'valibot';

/** Staff roles, weakest first (NS-08). */
export const ROLES = ['contributor', 'editor', 'admin'] as const;
export const roleSchema = v.picklist(ROLES);
export type Role = v.InferOutput<typeof roleSchema>;

/** A member of staff as every answer shows them (DATA-06, NS-08). A server that knows no roles gives the weakest. */
export const userSchema = v.object({
  _id: v.string(),
  name: v.nullish(v.string(), ''),
  email: v.nullish(v.string(), ''),
  role: v.fallback(roleSchema, 'contributor'),
});
export type User = v.InferOutput<typeof userSchema>;
