import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, render, screen } from '@testing-library/react';
import { SessionWarning } from './session-warning.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const tokenEndingIn = (minutes: number) => `e30.${btoa(JSON.stringify({ ses: NOW / 1000 + minutes * 60 }))}.signature`;

const show = (token: string) => {
  const { auth } = hostServicesStub({ session: { token, refreshToken: 'r', user: userFixture() } });
  const loadUser = jest.fn(async () => null);
  auth.setState({ loadUser });
  return { loadUser, ...render(<SessionWarning auth={auth} token={token} onSignOut={() => {}} />) };
};
const advance = (minutes: number) => act(async () => jest.advanceTimersByTimeAsync(minutes * 60_000));

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('SessionWarning', () => {
  it('AUTH-07 appears two minutes before the session ends', async () => {
    show(tokenEndingIn(12));
    await advance(9.9);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await advance(0.2);
    expect(screen.getByRole('dialog', { name: 'Your session is about to end' })).toBeInTheDocument();
  });

  it('AUTH-07 closes when the session is renewed', async () => {
    const { rerender, loadUser } = show(tokenEndingIn(1));
    act(() => screen.getByRole('button', { name: 'Stay signed in' }).click());
    expect(loadUser).toHaveBeenCalledTimes(1);
    const { auth } = hostServicesStub();
    rerender(<SessionWarning auth={auth} token={tokenEndingIn(720)} onSignOut={() => {}} />);
    await advance(0.1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('AUTH-07 calls the provider once when the session has ended', async () => {
    const { loadUser } = show(tokenEndingIn(1));
    await advance(5);
    expect(loadUser).toHaveBeenCalledTimes(1);
  });

  it('does not appear if the token does not contain the end of the session', async () => {
    show('no token of ours');
    await advance(60 * 24);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
