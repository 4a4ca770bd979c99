import type { ListQuery } from '@site/shared/contracts/list-query';
import type { FastifyReply } from 'fastify';
import type { Staff } from '../auth/staff.ts';
import { unauthorized } from './refusal.ts';

export interface Searchable {
  readonly title: string;
  readonly status?: string;
}

/** What the staff screens add to a list: searching, one status, pages. Without a query every row comes back. */
export const takePage = <Row extends Searchable>(rows: readonly Row[], query: ListQuery, staff: Staff | null, reply: FastifyReply): readonly Row[] => {
  if (query.status !== undefined && staff === null) throw unauthorized();
  const words = query.q?.toLowerCase() ?? '';
  const wanted = query.status ?? 'all';
  const found = rows.filter((row) => (wanted === 'all' || row.status === undefined || row.status === wanted) && row.title.toLowerCase().includes(words));
  const start = Number(query.cursor ?? 0);
  const page = query.limit === undefined ? found.slice(start) : found.slice(start, start + query.limit);
  if (start + page.length < found.length) reply.header('x-next-cursor', String(start + page.length));
  if (query.limit !== undefined) reply.header('x-total-count', String(found.length));
  return page;
};
