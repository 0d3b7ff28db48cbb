import { closeAfterEach } from './closeAfterEach';
import { startStubServer } from './stubServer';

/**
 * Returns a function that starts stub servers, each of which is closed after the test that started
 * it.
 */
export const useStubServers = () => closeAfterEach(startStubServer);
