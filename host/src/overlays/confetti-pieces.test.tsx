import { act, render } from '@testing-library/react';
import { ConfettiOverlay, confettiStore } from './confetti.tsx';
import { easeOut } from './moving-confetti.tsx';

const renderedProps: Readonly<Record<string, unknown>>[] = [];

jest.mock('react-confetti', () => ({
  __esModule: true,
  default: (props: Readonly<Record<string, unknown>>) => {
    renderedProps.push(props);
    return null;
  },
}));

describe('ConfettiOverlay', () => {
  beforeEach(async () => {
    jest.useFakeTimers();
    renderedProps.length = 0;
    render(<ConfettiOverlay />);
    await act(async () => confettiStore.getState().celebrate());
    await act(async () => {});
  });
  afterEach(() => {
    act(() => jest.runOnlyPendingTimers());
    jest.useRealTimers();
  });

  it('CONF-02 drops 500 pieces in five colours once, with gravity 0.2', () => {
    expect(renderedProps.at(-1)).toMatchObject({ numberOfPieces: 500, gravity: 0.2, recycle: false });
    expect(renderedProps.at(-1)?.colors).toHaveLength(5);
  });

  it('CONF-02 starts immediately: pieces appear in view, half of them within half a second', () => {
    expect(renderedProps.at(-1)).toMatchObject({ confettiSource: { y: 0, h: window.innerHeight / 3 }, tweenFunction: easeOut, tweenDuration: 3000 });
    expect(easeOut(500, 0, 500, 3000)).toBeGreaterThanOrEqual(250);
    expect(easeOut(3000, 0, 500, 3000)).toBe(500);
  });
});
