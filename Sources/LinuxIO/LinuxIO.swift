package enum LinuxIOPlaceholder {}
