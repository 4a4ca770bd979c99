import type { Topology } from '@site/scripts/topology';
import type { Call, Client } from './load.ts';

export interface StoredPost {
  readonly _id: string;
  readonly slug: string;
  readonly title: string;
}

export const createStaff = async (client: Client, { urls, admin }: Pick<Topology, 'urls' | 'admin'>) => {
  const json = { 'content-type': 'application/json' };
  const login = await client.call({
    origins: urls,
    path: '/api/auth/login',
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...admin, remember: false }),
  });
  if (login.status !== 200) throw new Error(`The sign-in failed: ${login.status} ${login.reason}`);
  const { token }: { token: string } = JSON.parse(login.body);
  const headers = { authorization: `Bearer ${token}`, ...json };
  const toBody = (title: string, status = 'published'): string => JSON.stringify({ title, category: 'Bench', content: `<p>${title}</p>`, status });
  return {
    headers,
    createPost: (title: string, origins = urls): Call => ({ origins, path: '/api/posts', method: 'POST', headers, body: toBody(title) }),
    updatePost: (id: string, title: string, origins = urls): Call => ({ origins, path: `/api/posts/${id}`, method: 'PUT', headers, body: toBody(title) }),
    listPosts: async (): Promise<readonly StoredPost[]> => {
      const { status, body } = await client.call({ origins: urls, path: '/api/posts', headers });
      if (status !== 200) throw new Error(`The posts could not be listed: ${status}`);
      const { data }: { data: StoredPost[] } = JSON.parse(body);
      return data;
    },
  };
};
export type Staff = Awaited<ReturnType<typeof createStaff>>;
