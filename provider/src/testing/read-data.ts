import * as v from 'valibot';

/** Returns the `data` of a response, which must match its contract exactly. Throws for an unexpected status. */
export const readData = <Schema extends v.GenericSchema>(
  schema: Schema,
  response: { json(): unknown; statusCode: number; body: string },
  status = 200,
): v.InferOutput<Schema> => {
  if (response.statusCode !== status) throw new Error(`responded with ${response.statusCode}: ${response.body}`);
  return v.parse(v.strictObject({ data: schema }), response.json()).data;
};
