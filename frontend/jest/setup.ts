import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'

// A busy machine is no failure.
configure({ asyncUtilTimeout: 5_000 })
