describe('the set-up of every test', () => {
  it('requires an assertion in each test', () => {
    expect(expect.getState().isExpectingAssertions).toBe(true);
  });
});
