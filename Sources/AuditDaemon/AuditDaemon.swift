package enum AuditDaemonPlaceholder {}
