package enum SystemdPlaceholder {}
