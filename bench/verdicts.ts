/** Says each measurement in one line: what, how much, and against which limit; remembers whether all held. */
export const createVerdicts = () => {
  let isGood = true;
  return {
    report: (what: string, value: string, ok: boolean): void => {
      process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${what}: ${value}\n`);
      isGood &&= ok;
    },
    allHeld: (): boolean => isGood,
  };
};
export type Report = ReturnType<typeof createVerdicts>['report'];
