import * as v from 'valibot';

/** Text that another server may omit or send as null. It becomes '', so that pages need no second check. */
export const optionalText = v.nullish(v.string(), '');

/** A list that another server may omit. */
export const list = <const Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);

/** Where the subject of an image is, 0 to 1 from the left and from the top; null lets the cropper decide. */
export const focalPoint = v.optional(v.nullable(v.object({ x: v.number(), y: v.number() })));

/** What an image mostly looks like from afar, as `#rrggbb`: pages show it until the image is there. Absent where nobody knows, and for anything else that a server sends. */
export const imageColor = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/))), undefined);

/** Sent to staff only: whether the image of a document needs no alternative text. */
export const decorativeFlag = v.optional(v.boolean());

/** ISO-8601 timestamp in UTC, or null when there is none. */
export const timestamp = v.nullish(v.string(), null);

/** What only staff get of a document: who wrote it, and when it leaves the site again. */
export const staffFields = { authorId: v.optional(v.nullable(v.string())), unpublishAt: v.optional(v.nullable(v.string())) };

/** The response to a deletion (NS-09). */
export const deletedSchema = v.object({ _id: v.string() });
