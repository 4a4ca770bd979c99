import * as v from 'valibot';

/** Text that another server may leave out or send as null: '' then, so that pages need no second check. */
export const text = v.nullish(v.string(), '');

/** A list that another server may leave out. */
export const list = <const Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);

/** ISO-8601 moment in UTC, or null when there is none. */
export const moment = v.nullish(v.string(), null);
