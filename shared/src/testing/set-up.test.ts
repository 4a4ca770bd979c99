describe('the set-up of every test', () => {
  it('demands an assertion of each test', () => {
    expect(expect.getState().isExpectingAssertions).toBe(true);
  });
});
