// A machine of CI that stalls for seconds is no defect of the program: a test that failed there is tried once more, and its
// first failure is printed.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true })
