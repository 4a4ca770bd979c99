import * as v from 'valibot';

/** Text that another server may omit or send as null. It is then parsed as '', so that pages need no further check. */
export const optionalText = v.nullish(v.string(), '');

/** List that another server may omit. */
export const list = <const Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);

/** Position of the image's subject, 0 to 1 from the left and from the top; null lets the cropper decide. */
export const focalPoint = v.optional(v.nullable(v.object({ x: v.number(), y: v.number() })));

/** Dominant colour of an image as `#rrggbb`, shown until the image has loaded. Absent if it is unknown or invalid. */
export const imageColor = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/))), undefined);

/** Whether the document's image needs no alternative text. Sent to staff only. */
export const decorativeFlag = v.optional(v.boolean());

/** ISO 8601 timestamp in UTC; null if there is none. */
export const timestamp = v.nullish(v.string(), null);

/** Fields sent to staff only: the author's account, and the time at which the document will be unpublished. */
export const staffFields = { authorId: v.optional(v.nullable(v.string())), unpublishAt: v.optional(v.nullable(v.string())) };

/** The response to a deletion (NS-09). */
export const deletedSchema = v.object({ _id: v.string() });
