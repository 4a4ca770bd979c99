import type { Reply } from './protocol.ts';

type AddressReply = Extract<Reply, { type: 'addresses' }>;

/** Of one remote; a sitemap has fifty million. */
const ADDRESS_LIMIT = 500_000;

/** The addresses of the lines so far. */
export type AddressParts = AddressReply['pages']['addresses'];

/** Adds the addresses of a line to those before it. Undefined while more lines follow, then the complete reply; other replies are returned as they are. */
export const addAddressPart = <Other extends Reply>(parts: AddressParts, reply: Other | AddressReply): Other | AddressReply | undefined => {
  if (reply.type !== 'addresses') return reply;
  parts.push(...reply.pages.addresses);
  if (parts.length > ADDRESS_LIMIT) return { ...reply, pages: { addresses: parts.slice(0, ADDRESS_LIMIT), isComplete: false, hasMore: false } };
  return reply.pages.hasMore ? undefined : { ...reply, pages: { ...reply.pages, addresses: parts } };
};
