#include <microhttpd.h>

/* Calls that take any number of arguments, which Swift does not import. */

/* A server without a thread and without a listening socket of its own. */
static inline struct MHD_Daemon *cmicrohttpd_start(
    unsigned clients, size_t requestBytes, unsigned idleSeconds, void *data,
    MHD_AccessHandlerCallback answer, MHD_NotifyConnectionCallback changed,
    void *(*began)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer,
      data, MHD_OPTION_CONNECTION_LIMIT, clients, MHD_OPTION_CONNECTION_MEMORY_LIMIT, requestBytes,
      MHD_OPTION_CONNECTION_TIMEOUT, idleSeconds, MHD_OPTION_NOTIFY_CONNECTION, changed, data,
      MHD_OPTION_URI_LOG_CALLBACK, began, data, MHD_OPTION_NOTIFY_COMPLETED, completed, data,
      MHD_OPTION_END);
}

/* The set of descriptors that the server waits for; -1 if there is none. */
static inline int cmicrohttpd_epoll(struct MHD_Daemon *server) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/* The socket of a connection; -1 if it has none any more. */
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
