import * as v from 'valibot';

/** The `data` of a response, which has to match its contract and to have nothing else. Throws for another status. */
export const readData = <Schema extends v.GenericSchema>(
  schema: Schema,
  response: { json(): unknown; statusCode: number; body: string },
  status = 200,
): v.InferOutput<Schema> => {
  if (response.statusCode !== status) throw new Error(`responded with ${response.statusCode}: ${response.body}`);
  return v.parse(v.strictObject({ data: schema }), response.json()).data;
};
