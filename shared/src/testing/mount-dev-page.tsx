import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import type { ApiError } from '../contracts/api-error.ts';
import type { AnswerOf, Endpoint } from '../contracts/endpoint.ts';
import { failure, type Result, success } from '../domain/result.ts';
import type { AuthState, CallInput, HostServices } from '../remote/host-services.ts';
import type { RemoteModule } from '../remote/remote-contract.ts';
import '../styles/tokens.css';
import { siteFixture } from './fixtures.ts';

/** Asks the provider that the dev server passes `/api` on to; enough for a page to show real content, without the host's rules. */
const call = async <E extends Endpoint>(endpoint: E, { params = {}, body, signal }: CallInput<E> = {}): Promise<Result<AnswerOf<E>, ApiError>> => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  try {
    const response = await fetch(`/api${path}`, {
      method: endpoint.method,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : body instanceof FormData ? { body } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) return failure({ kind: response.status === 404 ? 'not-found' : 'server', message: '', status: response.status });
    const answer: unknown = await response.json();
    const payload = endpoint.envelope === 'data' && typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
    // The schema is the endpoint's own: its output is what the type says.
    return success(v.parse(endpoint.answer, payload) as AnswerOf<E>);
  } catch (error) {
    return failure({ kind: 'network', message: String(error) });
  }
};

const devServices = (): HostServices => ({
  http: { call },
  auth: createStore<AuthState>((set, get) => ({
    user: null,
    token: null,
    isAuthenticated: () => false,
    now: Date.now,
    start: ({ user, token }) => set({ user, token, isAuthenticated: () => true }),
    signOut: async () => set({ user: null, token: null, isAuthenticated: () => false }),
    loadUser: async () => get().user,
  })),
  notify: { success: (message) => console.info(message), error: (message) => console.error(message) },
  celebrate: () => console.info('confetti'),
  site: siteFixture(),
});

/** Shows one remote alone, without the host: for `npm run dev -w remote-<name>` only, never shipped. */
export const mountDevPage = (createRoutes: RemoteModule['createRoutes']): void => {
  const element = document.createElement('main');
  document.body.append(element);
  createRoot(element).render(<RouterProvider router={createBrowserRouter(createRoutes(devServices()))} />);
};
