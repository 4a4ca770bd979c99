import * as v from 'valibot';

/** Text that another server may omit or send as null. It becomes '', so that pages need no second check. */
export const optionalText = v.nullish(v.string(), '');

/** A list that another server may omit. */
export const list = <const Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);

/** Where the subject of an image is, 0 to 1 from the left and from the top; null lets the cropper decide. */
export const focalPoint = v.optional(v.nullable(v.object({ x: v.number(), y: v.number() })));

/** ISO-8601 timestamp in UTC, or null when there is none. */
export const timestamp = v.nullish(v.string(), null);

/** The response to a deletion (NS-09). */
export const deletedSchema = v.object({ _id: v.string() });
