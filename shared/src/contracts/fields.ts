import * as v from 'valibot';

/** Text that another server may leave out or send as null: '' then, so that pages need no second check. */
export const text = v.nullish(v.string(), '');

/** A list that another server may leave out. */
export const list = <const Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);

/** Where the subject of a picture stands, 0 to 1 from the left and from the top; null lets the cropper decide. */
export const focalPoint = v.optional(v.nullable(v.object({ x: v.number(), y: v.number() })));

/** ISO-8601 moment in UTC, or null when there is none. */
export const moment = v.nullish(v.string(), null);

/** What a deletion answers (NS-09). */
export const deletedSchema = v.object({ _id: v.string() });
